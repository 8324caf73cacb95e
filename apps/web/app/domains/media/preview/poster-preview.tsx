import { use, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { CallCacheContext } from '../../../lib/calls/call-query.ts'
import { parseStoryboard, type Tile } from '../../../player/storyboard/storyboard.ts'
import { storyboardOf } from '../../../player/core/play-query.ts'
import { frameUnder, previewFrames } from './preview-rules.ts'
import styles from './poster-preview.module.css'

const stepMs = 800
/** Frames advance again when the pointer has rested for this long. */
const restMs = 1500

interface PosterPreviewProps {
  id: number
  poster: HTMLElement
  /** Element of the picture, which the preview covers. */
  frame: HTMLElement
}

async function loadFrames(url: string, signal: AbortSignal): Promise<Tile[]> {
  const response = await fetch(url, { signal })
  return response.ok ? previewFrames(parseStoryboard(await response.text(), response.url)) : []
}

/** Frames of a title's first episode over its poster. The pointer's position selects one; at rest they advance. */
export function PosterPreview({ id, poster, frame }: PosterPreviewProps) {
  const frames = useFrames(id)
  const at = useFrameIndex(poster, frame, frames.length)
  const sharp = useRef<HTMLCanvasElement>(null)
  const blurred = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const tile = frames[at]
  useEffect(() => {
    if (!tile) return
    let isCurrent = true
    const draw = async (): Promise<void> => {
      const sheet = new Image()
      sheet.src = tile.sheet
      await sheet.decode()
      if (!isCurrent) return
      for (const canvas of [sharp.current, blurred.current]) {
        const context = canvas?.getContext('2d')
        if (canvas && context)
          context.drawImage(sheet, tile.x, tile.y, tile.width, tile.height, 0, 0, canvas.width, canvas.height)
      }
      setDrawn(true)
    }
    // Without the frame the previous one, or the poster, stays.
    draw().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [tile])
  return createPortal(
    <span className={styles.preview} data-drawn={isDrawn || undefined} aria-hidden="true">
      <canvas ref={blurred} className={styles.blurred} width={16} height={9} />
      <canvas ref={sharp} className={styles.sharp} width={tile?.width ?? 160} height={tile?.height ?? 90} />
      <span className={styles.line}>
        <span style={{ scale: `${frames.length > 0 ? (at + 1) / frames.length : 0} 1` }} />
      </span>
    </span>,
    frame,
  )
}

/** The frames of a title; empty while they load, and if the title cannot be played by this viewer. */
function useFrames(id: number): readonly Tile[] {
  const cache = use(CallCacheContext)
  const [frames, setFrames] = useState<readonly Tile[]>([])
  useEffect(() => {
    if (!cache) return
    const abort = new AbortController()
    const load = async (): Promise<void> => {
      const url = await storyboardOf(cache, { type: 'vod', id, lineId: 0, level: 1 })
      if (url !== null && !abort.signal.aborted) setFrames(await loadFrames(url, abort.signal))
    }
    // Without frames the poster stays as it is.
    load().catch(() => undefined)
    return () => abort.abort()
  }, [cache, id])
  return frames
}

function useFrameIndex(poster: HTMLElement, frame: HTMLElement, count: number): number {
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (count === 0) return
    let movedMs = -Infinity
    const onMove = ({ clientX, timeStamp }: PointerEvent): void => {
      const { left, width } = frame.getBoundingClientRect()
      movedMs = timeStamp
      setAt(frameUnder((clientX - left) / width, count))
    }
    const timer = setInterval(() => {
      if (performance.now() - movedMs > restMs) setAt((index) => (index + 1) % count)
    }, stepMs)
    poster.addEventListener('pointermove', onMove)
    return () => {
      clearInterval(timer)
      poster.removeEventListener('pointermove', onMove)
    }
  }, [poster, frame, count])
  return at
}
