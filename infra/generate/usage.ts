/** The usage text of `npm run generate`. */
export const usage = `Usage: npm run generate [-- --content DIR] [--check]

Writes the generated files of the project: the configuration of nginx that follows from
the contract, docs/rules.md, the OpenAPI document of the specification service, and the
schemas of content/. From these schemas (DIR/schemas/), text editors suggest values and
mark mistakes in the content.

  --content DIR    writes only the schemas of this content folder
  --check          writes nothing; fails if a file is out of date, and names it

Examples:
  npm run generate
  npm run generate -- --check
  npm run generate -- --content ../catalogue

Exit codes: 0 the files are up to date; 1 they are not, for the printed reason.
`;
