// A function that is put into Pyodide's largest module (see vendor.py), where the names it uses are.
//
// Pyodide enters some 260 functions of JavaScript into the table that its code calls functions through. Its own way makes
// an instance of WebAssembly for each, after an attempt without that throws an error; here one instance enters all. It
// imports them and the table, and has nothing but a segment of the table's elements, which Pyodide's code could not know.
var addFunctions = (functions) => {
  var first = wasmTable.grow(functions.length);
  var signatures = [...new Set(functions.map(({ sig }) => sig))];
  var imports = { t: wasmTable };
  var bytes = [0, 97, 115, 109, 1, 0, 0, 0]; // the header; see the binary format of the specification of WebAssembly
  var number = (n) => bytes.push(n % 128 | 128, n >> 7); // below 2 ** 14
  var section = (id, count, writeEntries) => {
    bytes.push(id, 0, 0);
    var start = bytes.length;
    number(count);
    writeEntries();
    var size = bytes.length - start;
    bytes[start - 2] = size % 128 | 128;
    bytes[start - 1] = size >> 7;
  };
  section(1, signatures.length, () => { // types
    for (var sig of signatures) {
      bytes.push(96, ...generateTypePack(sig.slice(1)), ...generateTypePack(sig[0] === "v" ? "" : sig[0]));
    }
  });
  section(2, functions.length + 1, () => { // imports: the table "e" "t", the functions "e" "00", "e" "01", …
    bytes.push(1, 101, 1, 116, 1, 112, 0, 0);
    functions.forEach((func, i) => {
      var name = i.toString(36).padStart(2, "0");
      imports[name] = func;
      bytes.push(1, 101, 2, name.charCodeAt(0), name.charCodeAt(1), 0);
      number(signatures.indexOf(func.sig));
    });
  });
  section(9, 1, () => { // elements, from the first new place on
    bytes.push(0, 65, first % 128 | 128, first >> 7 & 127 | 128, first >> 14, 11);
    number(functions.length);
    functions.forEach((func, i) => {
      number(i);
      functionsInTableMap.set(func, first + i);
    });
  });
  new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes)), { e: imports });
  return first;
};
