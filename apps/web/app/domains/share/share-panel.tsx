import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { PictureBase } from '../../lib/picture.ts'
import type { ShareSubject } from '../../lib/shell/share-subject.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { clockText } from '../../player/chrome/seek/clock-text.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { posterFile, type PosterContent } from './draw-poster.ts'
import { PictureThumb } from './picture-thumb.tsx'
import { posterFileName } from './poster-rules.ts'
import styles from './share-panel.module.css'
import { shareTexts } from './share-texts.ts'
import { usePoster, type PosterState } from './use-poster.ts'
import { useSharePictures, type PictureChoice } from './use-share-pictures.ts'

const copiedMs = 2000

/**
 * Shares a page: its link, from the current second if wanted, and a poster picture with a code. The pictures are read from
 * the page's own origin, because a canvas may not be saved if it contains those of another.
 */
export function SharePanel({ subject }: { subject: ShareSubject }) {
  return (
    <PictureBase value="">
      <Panel subject={subject} />
    </PictureBase>
  )
}

function Panel({ subject }: { subject: ShareSubject }) {
  const texts = useTexts(shareTexts)
  const siteName = useSite()?.name ?? ''
  const pictures = useSharePictures(subject)
  const [pictureKey, setPictureKey] = useState(pictures[0]?.key ?? '')
  const [line, setLine] = useState(subject.lines[0] ?? '')
  const [isFromHere, setFromHere] = useState(subject.atSec !== null)
  const atSec = isFromHere ? subject.atSec : null
  const clock = atSec === null ? '' : clockText(atSec)
  const url = subject.urlOf(atSec)
  const { canvas, drawn, state, retry } = usePoster({
    picture: pictures.find(({ key }) => key === pictureKey)?.source ?? '',
    line,
    clock,
    credit: [subject.part, clock].filter((part) => part !== '').join('　'),
    name: subject.name,
    facts: subject.facts,
    siteName,
    hint: subject.isLive ? texts.scanLive : clock === '' ? texts.scan : texts.scanFromHere,
    url,
  })
  return (
    <div className={styles.panel}>
      <div className={styles.poster}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={texts.poster(subject.name)}
          data-poster={state}
          data-poster-url={url}
        />
        <PosterStatus state={state} retry={retry} />
      </div>
      <div className={styles.choices}>
        {pictures.length > 1 && <PictureChoices pictures={pictures} chosen={pictureKey} choose={setPictureKey} />}
        {subject.lines.length > 0 && (
          <fieldset className={styles.group}>
            <legend>{texts.line}</legend>
            <div className={styles.lines}>
              {[...subject.lines, ''].map((choice) => (
                <label key={choice} className={styles.line}>
                  <input type="radio" name="line" checked={choice === line} onChange={() => setLine(choice)} />
                  <span>{choice || texts.noLine}</span>
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <LinkField url={url} atSec={atSec}>
          {subject.atSec !== null && (
            <Checkbox checked={isFromHere} onChange={({ target }) => setFromHere(target.checked)}>
              {texts.fromHere(clockText(subject.atSec))}
            </Checkbox>
          )}
        </LinkField>
        <Actions
          content={() => drawn.current}
          isDrawn={state === 'drawn'}
          fileName={posterFileName(subject.name, subject.part, clock)}
          title={subject.name}
          url={url}
        />
      </div>
    </div>
  )
}

function PictureChoices({
  pictures,
  chosen,
  choose,
}: {
  pictures: readonly PictureChoice[]
  chosen: string
  choose: (key: string) => void
}) {
  const texts = useTexts(shareTexts)
  return (
    <fieldset className={styles.group}>
      <legend>{texts.picture}</legend>
      <div className={styles.pictures}>
        {pictures.map(({ key, source }, at) => (
          <label key={key} className={styles.picture}>
            <input
              type="radio"
              name="picture"
              className="unseen"
              aria-label={texts.pictureAt(at + 1)}
              checked={key === chosen}
              onChange={() => choose(key)}
            />
            <PictureThumb source={source} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Says that drawing takes long or has failed. The link works all the same. */
function PosterStatus({ state, retry }: { state: PosterState; retry: () => void }) {
  const texts = useTexts(shareTexts)
  return (
    <div role="status" className={styles.status}>
      {state === 'slow' && (
        <p>
          <span className={styles.ring} aria-hidden="true" />
          {texts.drawing}
        </p>
      )}
      {state === 'failed' && (
        <p>
          <Icon name="alert" size={18} />
          {texts.failed}
          <button type="button" onClick={retry}>
            {texts.retry}
          </button>
        </p>
      )}
    </div>
  )
}

/** The link, with its start position in bold, and a button that copies it. */
function LinkField({ url, atSec, children }: { url: string; atSec: number | null; children: ReactNode }) {
  const texts = useTexts(shareTexts)
  const id = useId()
  const link = useRef<HTMLSpanElement>(null)
  const [result, setResult] = useState<'' | 'copied' | 'selected'>('')
  useEffect(() => {
    if (result !== 'copied') return
    const timer = setTimeout(() => setResult(''), copiedMs)
    return () => clearTimeout(timer)
  }, [result])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url)
      setResult('copied')
    } catch {
      // The clipboard is not accessible: without HTTPS there is none.
      if (link.current) getSelection()?.selectAllChildren(link.current)
      setResult('selected')
    }
  }
  const shown = url.replace(/^https?:\/\//, '')
  const start = atSec === null ? '' : (/t=\d+$/.exec(shown)?.[0] ?? '')
  return (
    <div className={styles.group}>
      <div className={styles.linkHead}>
        <span id={id}>{texts.link}</span>
        {children}
      </div>
      <div className={styles.link} role="group" aria-labelledby={id}>
        <span ref={link} className={styles.url} data-share-url={url}>
          <span>{shown.slice(0, shown.length - start.length)}</span>
          {start !== '' && <b>{start}</b>}
        </span>
        <button type="button" data-copied={result === 'copied' || undefined} onClick={() => void copy()}>
          {result === 'copied' ? <Icon name="check" size={16} /> : <PlayerIcon name="copy" size={18} />}
          {result === 'copied' ? texts.copied : texts.copy}
        </button>
      </div>
      <p role="status" className={styles.note}>
        {result === 'selected' && texts.selected}
        {result === 'copied' && <span className="unseen">{texts.copied}</span>}
      </p>
    </div>
  )
}

interface ActionsProps {
  content: () => PosterContent | null
  isDrawn: boolean
  fileName: string
  title: string
  url: string
}

const isPictureCopied = async (content: PosterContent): Promise<boolean> => {
  try {
    // The promise is passed on, because Safari requires that the clipboard is written to during the press.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': posterFile(content, 'image/png', '') })])
    return true
  } catch {
    return false
  }
}

/** How long the address of a saved picture is kept. */
const downloadMs = 60_000

/** Saves, copies or sends the picture. What the browser cannot do is absent. */
function Actions({ content, isDrawn, fileName, title, url }: ActionsProps) {
  const texts = useTexts(shareTexts)
  const canCopy = typeof ClipboardItem !== 'undefined' && 'clipboard' in navigator
  const canSend = 'share' in navigator
  const save = async (): Promise<void> => {
    const drawn = content()
    if (!drawn) return
    const file = await posterFile(drawn, 'image/jpeg', fileName).catch(() => null)
    if (!file) return showToast({ text: texts.notSaved, kind: 'warning' })
    const href = URL.createObjectURL(file)
    const link = Object.assign(document.createElement('a'), { href, download: fileName })
    link.click()
    // Some browsers read the address only after the click has been handled.
    setTimeout(() => URL.revokeObjectURL(href), downloadMs)
  }
  const copy = async (): Promise<void> => {
    const drawn = content()
    if (!drawn) return
    if (await isPictureCopied(drawn)) showToast({ text: texts.copiedPicture, kind: 'done' })
    else showToast({ text: texts.notCopied, kind: 'warning' })
  }
  const send = async (): Promise<void> => {
    const drawn = content()
    const file = drawn && isDrawn ? await posterFile(drawn, 'image/jpeg', fileName).catch(() => null) : null
    const files = file ? [file] : []
    const data = { title, url }
    const withFiles = { ...data, files }
    // The user may cancel.
    await navigator.share(files.length > 0 && navigator.canShare?.(withFiles) ? withFiles : data).catch(() => undefined)
  }
  return (
    <div className={styles.actions} data-sends={canSend || undefined}>
      <Button variant="primary" disabled={!isDrawn} onClick={() => void save()}>
        {texts.save}
      </Button>
      {canCopy && (
        <Button className={styles.copyPicture} disabled={!isDrawn} onClick={() => void copy()}>
          {texts.copyPicture}
        </Button>
      )}
      {canSend && (
        <Button className={styles.send} aria-label={texts.send} title={texts.send} onClick={() => void send()}>
          <PlayerIcon name="share" size={20} />
          <span>{texts.send}</span>
        </Button>
      )}
    </div>
  )
}
