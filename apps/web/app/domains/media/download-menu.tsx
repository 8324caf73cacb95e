import { useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './download-menu.module.css'
import { mediaTexts } from './media-texts.ts'
import { useDownload, type DownloadedEpisode, type SubtitleFiles } from './use-download.ts'

interface DownloadMenuProps {
  episode: DownloadedEpisode
  /** The qualities to choose from; 0 lines is the best. */
  choices: readonly { text: string; height: number }[]
  close: () => void
}

/** The qualities of an episode; then its subtitles, which are files of their own. */
export function DownloadMenu({ episode, choices, close }: DownloadMenuProps) {
  const texts = useTexts(mediaTexts)
  const { start, isPending } = useDownload()
  const [subtitles, setSubtitles] = useState<SubtitleFiles>([])
  const choose = async (height: number): Promise<void> => {
    const files = await start(episode, height)
    if (files?.length === 0) close()
    else if (files) setSubtitles(files)
  }
  return (
    <>
      <span className={styles.head}>{subtitles.length > 0 ? texts.downloadSubtitles : texts.downloadQuality}</span>
      {subtitles.map(({ url, name }) => (
        <a key={url} className={styles.choice} href={url} download={name}>
          {name}
        </a>
      ))}
      {subtitles.length === 0 &&
        choices.map(({ text, height }) => (
          <button
            key={text}
            type="button"
            className={styles.choice}
            disabled={isPending}
            onClick={() => void choose(height)}
          >
            {text}
          </button>
        ))}
    </>
  )
}
