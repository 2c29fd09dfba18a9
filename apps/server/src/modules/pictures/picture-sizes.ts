/** In pixels. */
export const PICTURE_SIZES = {
  story: { width: 1080, height: 1920 },
  link: { width: 1200, height: 630 },
  /** A widget of 400 × 200 points at two pixels per point. */
  week: { width: 800, height: 400 },
} as const;
