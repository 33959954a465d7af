print("avwrite")
