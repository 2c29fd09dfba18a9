/** For the user. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}
