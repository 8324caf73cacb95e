import { createElement, type ReactElement, type RefObject } from 'react'

/** What the video holds is its engine's, which adds subtitles to it, maybe before React has seen it. */
const inside = { __html: '<track kind="captions">' }

/** The video itself. React keeps away from what is in it. */
export function VideoElement({ video }: { video: RefObject<HTMLVideoElement | null> }): ReactElement {
  return createElement('video', {
    ref: video,
    className: 'art-video',
    playsInline: true,
    preload: 'auto',
    dangerouslySetInnerHTML: inside,
  })
}
