import { useEffect, useState } from 'react';

const PARAMETER = 'problem';

/**
 * Why the navigation that led here failed, in the catalogue's words: the server sends such a browser to `/?problem=<CODE>`. Null without
 * a failure, undefined while the words are loading. The parameter leaves the address, so that a reload does not say it again.
 */
export function useProblem(): string | null | undefined {
  const [code] = useState(() => new URLSearchParams(window.location.search).get(PARAMETER));
  const [words, setWords] = useState<string | null | undefined>(code === null ? null : undefined);

  useEffect(() => {
    if (code === null) return;
    window.history.replaceState(window.history.state, '', addressWithoutProblem());
    // The catalogue is fetched only by who needs it.
    import('@oinkly/contract/errors').then(
      // A code that the catalogue does not know was not written by the server: it says nothing.
      ({ errorCatalogue }) => {
        const known = Object.entries(errorCatalogue).find(([name]) => name === code);
        setWords(known?.[1].message ?? null);
      },
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
