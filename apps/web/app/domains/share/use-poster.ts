import { useEffect, useRef, useState, type RefObject } from 'react'
import { drawPoster, loadDrawable, loadFonts, posterSize, type PosterContent } from './draw-poster.ts'

/** Drawing that takes longer is announced. */
const slowMs = 400

export type PosterState = 'drawing' | 'slow' | 'drawn' | 'failed'

interface Poster {
  canvas: RefObject<HTMLCanvasElement | null>
  /** What was drawn last. */
  drawn: RefObject<PosterContent | null>
  state: PosterState
  retry: () => void
}

type PosterInput = Omit<PosterContent, 'picture'> & { picture: string | HTMLCanvasElement }

/** Draws the poster whenever its content changes, as sharp as the screen shows it. An empty address is no picture. */
export function usePoster({ picture, ...words }: PosterInput): Poster {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawn = useRef<PosterContent>(null)
  const [state, setState] = useState<PosterState>('drawing')
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(words)
  useEffect(() => {
    latest.current = words
  })
  const key = JSON.stringify(words)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => setState('slow'), slowMs)
    const draw = async (): Promise<void> => {
      const [drawable] = await Promise.all([picture === '' ? null : loadDrawable(picture), loadFonts(latest.current)])
      if (!isCurrent || !canvas.current) return
      drawn.current = { ...latest.current, picture: drawable }
      const scale = (canvas.current.clientWidth / posterSize.width) * devicePixelRatio
      drawPoster(canvas.current, drawn.current, scale)
    }
    draw()
      .then(
        () => isCurrent && setState('drawn'),
        () => isCurrent && setState('failed'),
      )
      .finally(() => clearTimeout(timer))
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [picture, key, attempt])
  const retry = (): void => {
    setState('drawing')
    setAttempt((count) => count + 1)
  }
  return { canvas, drawn, state, retry }
}
