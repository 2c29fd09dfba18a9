export function displayName(fullName: string | null): string {
  return fullName ?? 'Someone new';
}

/** Whether people could take two names for one: they differ at most in case, width or invisible characters. */
export function isSameName(one: string, other: string): boolean {
  return bareName(one) === bareName(other);
}

function bareName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
}

const LONGEST_FIRST_NAME = 30;

/**
 * The first word of a name; null unless it is letters only. Strangers read it in a mail, where mail programs would turn a name such as
 * `evil.example` into a link.
 */
export function firstName(fullName: string | null): string | null {
  const [first = ''] = (fullName ?? '').trim().split(/\s+/u);
  const isName = /^\p{L}[\p{L}\p{M}'’-]*$/u.test(first) && first.length <= LONGEST_FIRST_NAME;
  return isName ? first : null;
}
