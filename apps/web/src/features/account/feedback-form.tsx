import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { TextAreaField } from '../../shared/ui/field.tsx';

/** A last message, which is only logged in the browser (BYE-1). */
export function FeedbackForm() {
  const [text, setText] = useState('');
  const [isSent, setIsSent] = useState(false);
  if (isSent) {
    return (
      <p role="status" className="rounded-medium bg-pink-wash px-4 py-4 text-center font-medium">
        Thank you for your feedback!
      </p>
    );
  }
  return (
    <form
      className="flex flex-col gap-3 text-left"
      onSubmit={(event) => {
        event.preventDefault();
        console.info('Feedback at goodbye', text);
        setIsSent(true);
      }}
    >
      <TextAreaField
        label="What could we have done better? (optional)"
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button look="quiet" type="submit" disabled={text.trim() === ''}>
        Send Feedback
      </Button>
    </form>
  );
}
