// This file is empty: see module.modulemap.
