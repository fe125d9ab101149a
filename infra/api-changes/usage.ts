/** The usage text of `npm run api`. */
export const usage = `Usage: npm run api [-- --check | --yes]

Compares the API that the code describes with the last published one, the OpenAPI document
contract/published/openapi.json. If clients of that one would break, names the reasons.
Otherwise lists what is new, and publishes it if you agree. To publish a breaking change,
delete the file first.

  --check  compares and writes nothing
  --yes    publishes without asking

Examples:
  npm run api -- --check
  npm run api

Exit codes: 0 no client breaks; 1 one would, or nothing could be written, for the printed
reasons.
`;
