import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { prepareEachTest } from '../../test-support/render-app.tsx';
import { SavedSwitch } from './saved-switch.tsx';

prepareEachTest();

test('a switch stands where it was put until its change is saved or refused, and keeps the focus', () => {
  const mutate = vi.fn<ComponentProps<typeof SavedSwitch>['save']['mutate']>();
  const drawn = (isOn: boolean, wanted?: boolean) => (
    <SavedSwitch
      label="Name me"
      hint="On pictures."
      isOn={isOn}
      save={{ isPending: wanted !== undefined, variables: wanted, mutate }}
    />
  );
  const { rerender } = render(drawn(false));
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'Name me' });
  toggle.focus();
  fireEvent.click(toggle);
  expect(mutate).toHaveBeenCalledExactlyOnceWith(true, expect.anything());
  // The press is drawn before the change counts as being saved.
  expect([toggle.checked, toggle.ariaBusy]).toEqual([true, 'true']);
  // The answer arrives before the change counts as saved.
  for (const isOn of [false, true]) {
    rerender(drawn(isOn, true));
    expect([toggle.checked, toggle.ariaBusy, document.activeElement]).toEqual([true, 'true', toggle]);
  }
  fireEvent.click(toggle);
  expect(mutate).toHaveBeenCalledOnce();
  expect(toggle.checked).toBe(true);
  act(() => mutate.mock.lastCall?.[1].onSettled());
  expect([toggle.checked, toggle.ariaBusy]).toEqual([true, 'true']);
  for (const isOn of [true, false]) {
    rerender(drawn(isOn));
    expect([toggle.checked, toggle.ariaBusy]).toEqual([isOn, 'false']);
  }
});
