"""Clear free memory for the snapshot. The build runs this file in Pyodide after tools/snapshot.mjs has pinned objects.

Raises:
    RuntimeError: the objects are not pinned, because this Python stores the heads of objects in another way.
"""

import gc
import sys

if gc.is_tracked(sys.modules) or sys.getrefcount(sys.modules) < 1 << 27:
    raise RuntimeError("tools/snapshot.mjs does not know how this Python stores the heads of objects.")
for name in ("objects", "words"):
    del globals()[name]
gc.enable()
gc.collect()
gc.freeze()  # collections in the browser skip these objects, which takes 200 ms from the longest of them
for size in range(0, 512, 8):  # overwrite freed memory with zeros, which compress well
    zeros = [bytes(size) for _ in range(3000)]
del name, size, zeros
