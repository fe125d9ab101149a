/** Thrown when an import cannot be done; its message is one line that also says what to do. */
export class ImportProblem extends Error {
  override readonly name = 'ImportProblem';

  constructor(message: string, options?: ErrorOptions) {
    super(message.replaceAll(/\s+/g, ' ').trim(), options);
  }
}
