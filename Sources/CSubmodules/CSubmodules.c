// This file is empty because the target consists of its module map.
