import {
  ADD_EXPENSE_ADDRESS,
  IMPORT_PATH,
  NOT_SHARED_ADDRESS,
  SHARED_FIELDS,
} from '@oinkly/contract/screens';
import { MAX_IMPORT_FILE_BYTES } from '@oinkly/domain/statements/limits';
import { keepShared } from '../src/shared/from-other-app.ts';

/** Keeps what another app shared for the page that it leads to, where the user decides. Nothing is sent. */
export async function receiveShare(request: Pick<Request, 'formData' | 'url'>): Promise<Response> {
  const path = await request
    .formData()
    .then(keptFor)
    .catch((error: unknown) => {
      console.warn('What was shared can’t be kept', error);
      return NOT_SHARED_ADDRESS;
    });
  return Response.redirect(new URL(path, request.url).href, 303);
}

async function keptFor(form: FormData): Promise<string> {
  const [file, ...others] = form
    .getAll(SHARED_FIELDS.files)
    .filter((entry) => entry instanceof File)
    .filter(({ size }) => size > 0);
  if (file) {
    if (others.length > 0 || file.size > MAX_IMPORT_FILE_BYTES) return NOT_SHARED_ADDRESS;
    await keepShared(file);
    return IMPORT_PATH;
  }
  const { text, title, url } = SHARED_FIELDS;
  const said = [text, title, url]
    .map((field) => form.get(field))
    .filter((entry) => typeof entry === 'string')
    .map((entry) => entry.trim())
    .find((entry) => entry !== '');
  if (said === undefined) return NOT_SHARED_ADDRESS;
  await keepShared(said);
  return ADD_EXPENSE_ADDRESS;
}
