import type { Source } from '@yunmu/contract'
import { Link } from '../../ui/link.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { LockSign } from '../../ui/titles/lock-sign.tsx'
import { mediaTexts } from './media-texts.ts'
import styles from './source-links.module.css'

interface SourceLinksProps {
  sources: readonly Source[]
  chosenId: number
  urlOf: (sourceId: number) => string
}

/** Links to the sources; the current one is underlined. */
export function SourceLinks({ sources, chosenId, urlOf }: SourceLinksProps) {
  const texts = useTexts(mediaTexts)
  return (
    <ul className={styles.words} aria-label={texts.source}>
      {sources.map(({ id, name, locked }) => (
        <li key={id}>
          <Link
            to={urlOf(id)}
            replace
            preventScrollReset
            className={styles.word}
            aria-current={id === chosenId ? 'true' : undefined}
          >
            {name}
            {locked && <LockSign />}
          </Link>
        </li>
      ))}
    </ul>
  )
}
