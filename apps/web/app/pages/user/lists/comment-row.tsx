import type { OwnComment } from '@yunmu/contract'
import { Link } from '../../../ui/link.tsx'
import { ageText } from '../../../domains/library/item-texts.ts'
import { libraryTexts } from '../../../domains/library/library-texts.ts'
import { usePictures } from '../../../lib/picture.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { CollapsibleText } from '../../../ui/collapsible-text.tsx'
import { Icon } from '../../../ui/icons/icons.tsx'
import styles from './comment-row.module.css'
import { userTexts } from '../user-texts.ts'

interface RowProps {
  comment: OwnComment
  nowSec: number
  remove: () => void
}

/** An own comment with its subject and a link to its position. */
export function CommentRow({ comment, nowSec, remove }: RowProps) {
  const texts = useTexts(userTexts)
  const words = useTexts(libraryTexts)
  const pictures = usePictures()
  const { id, about, content, createTime, up } = comment
  const url = about.gone ? null : `${about.url}#comment-${id}`
  return (
    <li className={styles.comment}>
      <span className={styles.picture} data-kind={about.kind}>
        {about.img === '' ? (
          <span aria-hidden="true">{[...about.name][0]}</span>
        ) : (
          <img {...pictures(about.img, 'poster')} sizes="60px" alt="" loading="lazy" />
        )}
      </span>
      <div className={styles.words}>
        <h2 className={styles.name}>{url === null ? texts.goneSubject : <Link to={url}>{about.name}</Link>}</h2>
        <div className={styles.content}>
          <CollapsibleText text={content} lines={6} expandLabel={texts.unfold} collapseLabel={texts.fold} />
        </div>
        <p className={styles.line}>
          <span>{ageText(createTime, nowSec, words)}</span>
          {up > 0 && (
            <span className={styles.up}>
              <Icon name="thumb" size={16} />
              <span aria-hidden="true">{up}</span>
              <span className="unseen">{texts.thumbsUp(up)}</span>
            </span>
          )}
          {url !== null && <Link to={url}>{texts.showComment}</Link>}
          <button type="button" onClick={remove}>
            {texts.remove}
          </button>
        </p>
      </div>
    </li>
  )
}
