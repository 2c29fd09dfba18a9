import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call, urlOf } from '../../shared/http/call.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { buttonClass } from '../../shared/ui/button.tsx';
import { logInAgain } from '../../shared/http/recent-login.ts';

/** A link to one file with all of the user's data. Requires a recent login (SEC-20). */
export function ExportData() {
  const check = useMutation({
    mutationFn: () => call('checkRecentLogin'),
    onSuccess: ({ recent }) => {
      if (recent) downloadEverything();
      else logInAgain('export');
    },
    onError: (error) => toastFailure(error, { title: 'Export failed' }),
  });
  return (
    <a
      href={urlOf('exportEverything')}
      download
      className={buttonClass('quiet')}
      aria-busy={check.isPending}
      onClick={(event) => {
        event.preventDefault();
        if (!check.isPending) check.mutate();
      }}
    >
      <Download size={18} aria-hidden="true" />
      Everything (JSON)
    </a>
  );
}

/** Downloads that file under the server's name for it; the page stays. */
export function downloadEverything(): void {
  const link = document.createElement('a');
  link.href = urlOf('exportEverything');
  link.download = '';
  link.click();
}
