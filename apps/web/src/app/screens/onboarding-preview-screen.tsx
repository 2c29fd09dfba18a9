import { dayInZone } from '@oinkly/domain/days';
import { useState } from 'react';
import { InviteOptions } from '../../features/friends/invite-options.tsx';
import { OnboardingPreview } from '../../features/onboarding/onboarding-preview.tsx';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { browserTimeZone } from '../../shared/hooks/time-zone.ts';

export default function OnboardingPreviewScreen() {
  const [today] = useState(() => dayInZone(new Date(), browserTimeZone()));
  return (
    <OnboardingPreview
      today={today}
      providerName={runtimeConfig.providers[0].name}
      inviteOptions={(onInvited) => <InviteOptions link={window.location.origin} onInvited={onInvited} />}
    />
  );
}
