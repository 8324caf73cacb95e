import { useEffect, useState } from 'react'
import type { SharePicture, ShareSubject } from '../../lib/shell/share-subject.ts'
import { usePictures } from '../../lib/picture.ts'

const maxPictures = 4
const maxCaptureMs = 15_000
const saving = '(prefers-reduced-data: reduce)'

/** A picture to choose: its key stays the same when others arrive. */
export interface PictureChoice {
  key: string
  /** Address or canvas. */
  source: string | HTMLCanvasElement
}

/** The pictures to choose from. Further frames of the video are added when they have been decoded. */
export function useSharePictures({ pictures, moreFrames }: ShareSubject): PictureChoice[] {
  const addressesOf = usePictures()
  const [frames, setFrames] = useState<readonly HTMLCanvasElement[]>([])
  useEffect(() => {
    if (!moreFrames || matchMedia(saving).matches) return
    const abort = new AbortController()
    const capture = async (): Promise<void> => {
      const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(maxCaptureMs)])
      for await (const frame of moreFrames(signal)) if (!abort.signal.aborted) setFrames((all) => [...all, frame])
    }
    // Without them there are fewer to choose from.
    capture().catch(() => undefined)
    return () => abort.abort()
  }, [moreFrames])
  const choiceOf = (picture: SharePicture, at: number): PictureChoice =>
    'frame' in picture
      ? { key: `own${at}`, source: picture.frame }
      : { key: `own${at}`, source: addressesOf(picture.address, picture.shape).src }
  const own = pictures.map(choiceOf)
  const more = frames.map((source, at) => ({ key: `frame${at}`, source }))
  return [...own.slice(0, 1), ...more, ...own.slice(1)].slice(0, maxPictures)
}
