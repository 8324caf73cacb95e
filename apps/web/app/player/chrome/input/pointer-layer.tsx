import { useEffect, useRef } from 'react'
import { useTexts } from '../../../lib/text/texts.ts'
import { playerTexts } from '../../player-texts.ts'
import { useChrome } from '../chrome-context.ts'
import { PictureInput } from './picture-input.ts'
import styles from '../player-frame.module.css'

/** Receives pointer and touch events over the picture. */
export function PointerLayer() {
  const chrome = useChrome()
  const texts = useTexts(playerTexts)
  const layer = useRef<HTMLDivElement>(null)
  const latest = useRef(chrome)
  useEffect(() => {
    latest.current = chrome
  }, [chrome])
  useEffect(() => {
    if (!layer.current) return
    const input = new PictureInput(() => latest.current, layer.current, texts)
    return () => input.destroy()
  }, [texts])
  return <div ref={layer} className={styles.pointer} data-picture />
}
