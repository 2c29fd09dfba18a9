import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';

const PARAMETER = 'problem';

/**
 * The server sends failed navigations to `/?problem=<CODE>`. Null without one, undefined while its text
 * loads. A reload doesn't repeat it.
 */
export function useProblem(): string | null | undefined {
  const search = useSearch();
  const [code] = useState(() => new URLSearchParams(search).get(PARAMETER));
  const [words, setWords] = useState<string | null | undefined>(code === null ? null : undefined);

  useEffect(() => {
    if (code === null) return;
    window.history.replaceState(window.history.state, '', addressWithoutProblem());
    // Few visitors need the catalogue.
    import('@oinkly/contract/errors').then(
      ({ isErrorCode, messageOf }) => setWords(isErrorCode(code) ? messageOf(code) : null),
      (error: unknown) => {
        console.warn('The words for a problem did not load', error);
        setWords('Something went wrong. Please try again.');
      },
    );
  }, [code]);

  return words;
}

function addressWithoutProblem(): string {
  const url = new URL(window.location.href);
  url.searchParams.delete(PARAMETER);
  return url.pathname + url.search + url.hash;
}
