// clients/typescript/src/dtos.ts
function dto(operation, body) {
  const methods = { createResponse: () => ({}), getTypeName: () => operation };
  return Object.assign(Object.create(methods), body);
}
export {
  dto
};
