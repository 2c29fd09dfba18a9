import { PROBLEM_PARAMETER } from '@oinkly/contract/own-paths';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { forgetProblem } from './problem-address.ts';

/**
 * The server sends failed navigations to `/?problem=<CODE>`. Null without one, undefined while its text
 * loads.
 */
export function useProblem(): string | null | undefined {
  const search = useSearch();
  const [code] = useState(() => new URLSearchParams(search).get(PROBLEM_PARAMETER));
  const [words, setWords] = useState<string | null | undefined>(code === null ? null : undefined);

  useEffect(() => {
    if (code === null) return;
    forgetProblem();
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
