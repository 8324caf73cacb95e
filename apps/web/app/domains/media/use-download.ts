import type { downloadToken, ReplyOf } from '@yunmu/contract'
import { useState } from 'react'
import { perform } from '../../lib/calls/call-query.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { mediaTexts } from './media-texts.ts'

/** An episode in a source; 0 lets the server choose the source. */
export interface DownloadedEpisode {
  id: number
  level: number
  lineId: number
}

export type SubtitleFiles = ReplyOf<typeof downloadToken>['subtitles']

/** Saves an address as a file: its reply says under which name. */
function save(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Starts downloads. */
export function useDownload() {
  const texts = useTexts(mediaTexts)
  const script = useScript()
  const [isPending, setPending] = useState(false)
  return {
    isPending,
    /**
     * Downloads the best picture of at most so many lines; 0 is the best. Returns its subtitles, or null if it was refused:
     * the viewer has been told why.
     */
    async start({ id, level, lineId: ids }: DownloadedEpisode, height: number): Promise<SubtitleFiles | null> {
      setPending(true)
      const reply = await perform('downloadToken', { id, level, ids, height }, script)
      setPending(false)
      if (!reply) return null
      save(reply.url)
      showToast({ text: reply.left > 0 ? texts.downloadStarted(reply.left) : texts.downloadLast, kind: 'done' })
      return reply.subtitles
    },
  }
}
