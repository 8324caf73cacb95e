import { createElement, type ReactElement, type RefObject } from 'react'

/** The video's children belong to the engine, which may add subtitle tracks before hydration. */
const innerHtml = { __html: '<track kind="captions">' }

/** The video element; React does not manage its children. */
export function VideoElement({ video }: { video: RefObject<HTMLVideoElement | null> }): ReactElement {
  return createElement('video', {
    ref: video,
    className: 'art-video',
    playsInline: true,
    preload: 'auto',
    dangerouslySetInnerHTML: innerHtml,
  })
}
