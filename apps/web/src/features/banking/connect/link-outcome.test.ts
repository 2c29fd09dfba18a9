import { expect, test } from 'vitest';
import { afterEvent, afterExit } from './link-outcome.ts';

const error = { error_type: 'INSTITUTION_ERROR', display_message: null };
const bank = { name: 'First Bank', institution_id: 'i1' };

test.each([
  [{ status: 'institution_not_found', institution: null }, 'ANY'],
  [{ status: '', institution: null }, 'INSTITUTION_DOWN'],
  [{ status: '', institution: bank }, 'ANY'],
  [{ status: '', institution: null }, 'ANY'],
])("an exit keeps the widget's error type (case %#) [BC-2] [BC-8]", (metadata, code) => {
  expect(afterExit({ ...error, error_code: code }, metadata)).toMatchObject({
    code,
    type: 'INSTITUTION_ERROR',
  });
});

test.each(['INSTITUTION_DOWN', 'ANY'])(
  "an ERROR event with %s keeps the widget's error type [BC-9]",
  (code) => {
    const metadata = { view_name: null, error_code: code, error_type: 'INSTITUTION_ERROR' };
    expect(afterEvent('ERROR', metadata)).toMatchObject({ code, type: 'INSTITUTION_ERROR' });
  },
);
