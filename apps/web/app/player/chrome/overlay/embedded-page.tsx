import { useTexts } from '../../../lib/text/texts.ts'
import { playerTexts } from '../../player-texts.ts'
import { useChrome, usePlayerState } from '../chrome-context.ts'
import styles from './embedded-page.module.css'
import { lineAfter } from './line-after.ts'

/**
 * The page of a permitted partner, which plays the film by itself. The sandbox lets it neither open windows nor lead the
 * viewer away from here; its own origin is another one, so that it reaches nothing of this page.
 */
export function EmbeddedPage({ url }: { url: string }) {
  const { player, metadata } = useChrome()
  const texts = useTexts(playerTexts)
  const lineId = usePlayerState((state) => state.lineId)
  const other = lineAfter(metadata.lines, lineId)
  return (
    <div className={styles.page} data-screen="page">
      <iframe
        key={url}
        src={url}
        title={texts.embedded(metadata.title)}
        sandbox="allow-scripts allow-same-origin allow-presentation"
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        referrerPolicy="no-referrer"
      />
      <p className={styles.bar}>
        <span>{texts.embeddedHint}</span>
        {other !== null && (
          <button type="button" onClick={() => player.changeLine(other)}>
            {texts.changeLine}
          </button>
        )}
      </p>
    </div>
  )
}
