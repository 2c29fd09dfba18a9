import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/http/api-error.ts';
import { exchangeFailure, MissingLinkToken, startFailure } from './connect-error.ts';

const refusal = new ApiError({
  message: 'Soon.',
  status: 503,
  code: 'INSTITUTION_DOWN',
  retryable: true,
  details: { message: 'Soon.', error_code: 'INSTITUTION_DOWN', error_type: 'INSTITUTION_ERROR' },
});

test.each([new TypeError('Failed to fetch'), new MissingLinkToken()])(
  'a start without a token has the synthetic code and type: %s [BC-10]',
  (error) => {
    expect(startFailure(error)).toMatchObject({ code: 'LINK_TOKEN_ERROR', type: 'INVALID_REQUEST' });
  },
);

test.each([startFailure, exchangeFailure])(
  'keeps the server’s own code and type in %o [BC-6] [BC-10]',
  (failureOf) => {
    expect(failureOf(refusal)).toMatchObject({ code: 'INSTITUTION_DOWN', type: 'INSTITUTION_ERROR' });
  },
);
