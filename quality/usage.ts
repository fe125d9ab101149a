/** The usage text of `npm run quality`. */
export const usage = `Usage: npm run quality [-- --content DIR] [--format text|json|markdown]
                       [--limit N] [--minimum N]

Scores every product from 0 to 100 by how complete it is for distributors, with
the reasons. docs/rules.md lists the checks and how to correct what they find.

  --content DIR    content folder (default: content)
  --format FORMAT  text (default), markdown for a pull request, or json for programs
  --limit N        rows to show of each section (default: 50); json has all
  --minimum N      fails if a product scores below N (default: 0)

Exit codes: 0 every product has the minimum score; 1 one has less, or the content
has errors, which are printed as npm run build prints them.
`;
