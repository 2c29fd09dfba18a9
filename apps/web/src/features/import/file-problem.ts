/** Why a file cannot be imported, for the user. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}
