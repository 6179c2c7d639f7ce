// Every version of Node.js has to be able to read this file: no syntax newer than ES5.
var needed = require('../package.json').engines.node.replace('>=', '');

function isOlder(version, than) {
  var parts = version.split('.').map(Number);
  var limits = than.split('.').map(Number);
  return parts[0] < limits[0] || (parts[0] === limits[0] && parts[1] < limits[1]);
}

if (isOlder(process.versions.node, needed)) {
  process.stderr.write(
    // biome-ignore lint/style/useTemplate: ES5 has no template literals.
    'Needs Node.js ' + needed + ' or newer; this is ' + process.versions.node + '\n',
  );
  process.exit(1);
}
