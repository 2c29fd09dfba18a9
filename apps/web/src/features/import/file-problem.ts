/** A file that cannot be imported, in words for the person who chose it. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}
