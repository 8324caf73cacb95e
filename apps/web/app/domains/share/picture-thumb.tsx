import { useEffect, useRef } from 'react'
import { drawCover, loadDrawable } from './draw-poster.ts'

const size = { width: 216, height: 122 }

/** A picture to choose, drawn small. */
export function PictureThumb({ source }: { source: string | HTMLCanvasElement }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isCurrent = true
    loadDrawable(source).then(
      (drawable) => {
        const context = canvas.current?.getContext('2d')
        if (context && isCurrent) drawCover(context, drawable, size)
      },
      // The poster says that the picture cannot be loaded.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [source])
  return <canvas ref={canvas} {...size} aria-hidden="true" />
}
