import type { HistoryItem } from '@yunmu/contract'
import { useEffect, useMemo, useState } from 'react'
import type { FirstSlide } from '../../../domains/catalog/hero.tsx'
import { isTitle, itemKey } from '../../../domains/library/history-rules.ts'
import { usePictures, type PictureSet } from '../../../lib/picture.ts'
import { minResumeRow } from '../../../lib/watching/watch-record-rules.ts'
import { ResumeRow } from './resume-row.tsx'
import { ResumeText } from './resume-text.tsx'
import { useRowPlace } from './use-row-place.ts'
import { useRemoval } from './use-removal.ts'
import { useResumables, type Resumable } from './use-resumables.ts'

/** The widest page shows this many. */
const maxStills = 5

/** Loads a picture in the size that the hero will show. */
async function preload({ src, srcSet }: PictureSet): Promise<void> {
  const picture = new Image()
  picture.sizes = '(max-width: 599px) 836px, 100vw'
  picture.srcset = srcSet
  picture.src = src
  await picture.decode()
}

/** The hero's slide of the first title, once its picture is loaded; null before, and without titles. */
function useFirstSlide(first: Resumable | undefined): FirstSlide | null {
  const pictures = usePictures()
  const [loaded, setLoaded] = useState<FirstSlide | null>(null)
  useEffect(() => {
    const detail = first?.detail
    if (!detail) return
    let isCurrent = true
    preload(pictures(detail.backdrop, 'wide')).then(
      () => {
        if (isCurrent) setLoaded({ banner: detail, text: <ResumeText item={first.item} detail={detail} /> })
      },
      // The hero shows what everybody sees.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [first, pictures])
  return first ? loaded : null
}

interface WatchedPartsProps {
  /** Whether the viewer was signed in when the page was opened. */
  wasIn: boolean
  setFirst: (first: FirstSlide | null) => void
}

/** What home shows to those who have watched something: the hero's first slide, and the row of titles to resume. */
export function WatchedParts({ wasIn, setFirst }: WatchedPartsProps) {
  const resumables = useResumables()
  const { isRemoved, remove } = useRemoval()
  const shown = useMemo(
    () => resumables?.filter(({ item }) => !isRemoved(itemKey(item))) ?? null,
    [resumables, isRemoved],
  )
  // Matches have no picture of the size of the hero.
  const title = shown?.find(({ item }) => isTitle(item))
  const first = useFirstSlide(title)
  useEffect(() => {
    setFirst(first)
    // Nothing of a viewer who has signed out stays.
    return () => setFirst(null)
  }, [first, setFirst])
  const items: readonly HistoryItem[] =
    shown
      ?.filter((one) => one !== title)
      .slice(0, maxStills)
      .map(({ item }) => item) ?? []
  const hasRow = shown === null ? null : items.length >= minResumeRow
  const hasPlace = useRowPlace('resume', hasRow, wasIn)
  return hasRow && hasPlace && <ResumeRow items={items} remove={remove} />
}
