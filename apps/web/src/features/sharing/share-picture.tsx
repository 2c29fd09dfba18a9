import { useQuery } from '@tanstack/react-query';
import { ImageDown, Share } from 'lucide-react';
import { useState } from 'react';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { RadioTile } from '../../shared/ui/radio-tile.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { pictureQuery, type PictureFormat, type SharedThing } from './share-queries.ts';

const FORMATS: Record<PictureFormat, { label: string; room: string }> = {
  story: {
    label: 'Tall, for a story',
    room: 'mx-auto aspect-[1080/1920] h-[clamp(12rem,42dvh,24rem)]',
  },
  link: { label: 'Wide, for a post', room: 'aspect-[1200/630] w-full' },
};

/** The picture before it is shared. */
export function SharePicture({ thing, inWords }: { thing: SharedThing; inWords: string }) {
  const [format, setFormat] = useState<PictureFormat>('story');
  const picture = useQuery(pictureQuery(thing, format));

  return (
    <div className="flex flex-col gap-4">
      <fieldset>
        <legend className="sr-only">Size of the picture</legend>
        <div className="grid fit-cols-30 gap-2">
          {(['story', 'link'] as const).map((choice) => (
            <RadioTile
              key={choice}
              name="picture-format"
              checked={choice === format}
              onChange={() => setFormat(choice)}
            >
              {FORMATS[choice].label}
            </RadioTile>
          ))}
        </div>
      </fieldset>
      <div aria-busy={picture.isPending}>
        {picture.data ? (
          <img
            src={picture.data.src}
            alt={inWords}
            className={`block rounded-small border border-line ${FORMATS[format].room}`}
          />
        ) : picture.isError ? (
          <FailureNotice message="We couldn’t draw your picture." onRetry={() => void picture.refetch()} />
        ) : (
          <div className={`relative ${FORMATS[format].room}`}>
            <Skeleton className="size-full rounded-small" />
            <p
              role="status"
              className="absolute inset-0 grid animate-appear place-content-center text-ink-soft"
            >
              Drawing your {thing}...
            </p>
          </div>
        )}
      </div>
      <PictureActions picture={picture.data} />
    </div>
  );
}

/** Download, and the system's share sheet if it accepts files. */
function PictureActions({ picture }: { picture: { file: File; src: string } | undefined }) {
  const canShare = picture !== undefined && canShareFile(picture.file);
  return (
    <div className="grid gap-2">
      {canShare && (
        <Button onClick={() => void shareFile(picture.file)}>
          <Share size={18} aria-hidden="true" />
          Share picture
        </Button>
      )}
      {picture ? (
        <a
          href={picture.src}
          download={picture.file.name}
          className={buttonClass(canShare ? 'secondary' : 'primary')}
        >
          <ImageDown size={18} aria-hidden="true" />
          Download picture
        </a>
      ) : (
        <Button disabled>
          <ImageDown size={18} aria-hidden="true" />
          Download picture
        </Button>
      )}
    </div>
  );
}

function canShareFile(file: File): boolean {
  return 'canShare' in navigator && navigator.canShare({ files: [file] });
}

async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    // Closing the share sheet is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toastFailure(error, {
      title: 'Not shared',
      description: 'We couldn’t share the picture. Download it instead.',
    });
  }
}
