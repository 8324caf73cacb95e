import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { PosterPreview } from './poster-preview.tsx'

/** A pointer that only passes requests nothing. */
const dwellMs = 600
const wanted = '(hover: hover) and (pointer: fine) and (prefers-reduced-motion: no-preference)'
const saving = '(prefers-reduced-data: reduce)'

const isWanted = (): boolean => matchMedia(wanted).matches && !matchMedia(saving).matches && !savesData()

/** The browser's data saver, which Chromium alone reports. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return connection instanceof Object && Reflect.get(connection, 'saveData') === true
}

const posterOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-preview]') : null

/** Shows frames of a title in its poster while the pointer rests on it. Posters that may not be previewed are not marked. */
export function PosterPreviews() {
  const { pathname } = useLocation()
  return <Previews key={pathname} />
}

function Previews() {
  const [poster, setPoster] = useState<HTMLElement | null>(null)
  useEffect(() => {
    let over: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const onOver = ({ target, pointerType }: PointerEvent): void => {
      const next = pointerType === 'mouse' ? posterOf(target) : null
      if (next === over) return
      over = next
      clearTimeout(timer)
      setPoster(null)
      if (next && isWanted()) timer = setTimeout(() => setPoster(next), dwellMs)
    }
    const onLeave = (): void => {
      over = null
      clearTimeout(timer)
      setPoster(null)
    }
    document.addEventListener('pointerover', onOver)
    document.documentElement.addEventListener('pointerleave', onLeave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', onOver)
      document.documentElement.removeEventListener('pointerleave', onLeave)
    }
  }, [])
  const frame = poster?.querySelector<HTMLElement>('[data-frame]')
  if (!poster || !frame) return null
  return (
    <PosterPreview key={poster.dataset.preview} id={Number(poster.dataset.preview)} poster={poster} frame={frame} />
  )
}
