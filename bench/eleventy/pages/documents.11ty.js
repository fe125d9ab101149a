/** Eleventy template that writes each JSON document of the release to the path of the document. */
export default class Documents {
  data() {
    return {
      pagination: { data: 'documents', size: 1, alias: 'document' },
      permalink: ({ document }) => `/${document.path}`,
    };
  }

  render({ document }) {
    return JSON.stringify(document.value);
  }
}
