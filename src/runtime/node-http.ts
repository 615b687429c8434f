/**
 * What the project uses of `node:http`. An import of the module itself reads each of its exports, and for three of them
 * (`WebSocket`, `CloseEvent` and `MessageEvent`) Node 24 loads its implementation of fetch, WebAssembly included.
 */
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
