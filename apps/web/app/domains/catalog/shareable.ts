import type { TitleDetail } from '@yunmu/contract'
import type { ShareSubject } from '../../lib/shell/share-subject.ts'

const maxIntroLine = 30

/** The first sentence of an introduction if it is short enough to stand on a poster; empty otherwise. */
export function firstSentence(intro: string): string {
  const [sentence = ''] = /^[^。！？\n]{4,}[。！？]/.exec(intro.trim()) ?? []
  return [...sentence].length <= maxIntroLine ? sentence : ''
}

/** What is shared of a title, whichever of its pages shares it. */
export function shareableOf({
  name,
  genres,
  score,
  intro,
  backdrop,
  img,
}: TitleDetail): Pick<ShareSubject, 'name' | 'facts' | 'pictures' | 'lines'> {
  const line = firstSentence(intro)
  return {
    name,
    facts: [genres.slice(0, 2).join(' · '), score > 0 ? score.toFixed(1) : ''].filter((fact) => fact !== '').join('　'),
    pictures: [
      { address: backdrop, shape: 'wide' },
      { address: img, shape: 'poster' },
    ],
    lines: line === '' ? [] : [line],
  }
}
