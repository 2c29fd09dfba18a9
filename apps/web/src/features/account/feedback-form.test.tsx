import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { FeedbackForm } from './feedback-form.tsx';

prepareEachTest();

test('feedback is thanked for and only logged; a blank one cannot be sent [BYE-1]', () => {
  const server = fakeServer({});
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  renderApp(<FeedbackForm />);
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send Feedback' });
  expect(send.disabled).toBe(true);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '  ' } });
  expect(send.disabled).toBe(true);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'More pigs' } });
  fireEvent.click(send);
  expect(screen.getByText('Thank you for your feedback!')).toBeTruthy();
  expect(info).toHaveBeenCalledWith(expect.any(String), 'More pigs');
  expect(server.requests).toEqual([]);
});
