import type { Reply } from '@yunmu/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CollapsibleText } from '../../ui/collapsible-text.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './comment-item.module.css'
import { CommentMenu } from './comment-menu.tsx'
import { countText, type CommentFields } from './comment-rules.ts'
import { commentTexts } from './comment-texts.ts'
import { timeText } from './comment-time.ts'
import { useCommentActions } from './comment-context.ts'

/** Visible lines of a collapsed text. */
const collapsedLines = 6

interface ItemProps {
  item: CommentFields
  /** Author of the reply being replied to; null for replies to the thread's first comment. */
  replyTo?: Reply['replyTo']
  isReply: boolean
  /** Opens the reply editor. */
  onReply: () => void
  /** Content below the comment. */
  children?: ReactNode
}

/** A comment or reply. Texts and names are user input and rendered as plain text only. */
export function CommentItem({ item, replyTo = null, isReply, onReply, children }: ItemProps) {
  const texts = useTexts(commentTexts)
  const { nowSec } = useCommentActions()
  const { id, userNickName, userPortrait, vip, createTime, gone } = item
  const name = userNickName === '' ? texts.anonymous : userNickName
  return (
    <article
      id={`comment-${id}`}
      className={classNames(styles.item, isReply && styles.answer)}
      tabIndex={-1}
      aria-label={gone ? texts.gone : texts.ofAuthor(name)}
    >
      <Avatar img={gone ? '' : userPortrait} name={gone ? '' : name} vip={vip} size={isReply ? 28 : 40} />
      <div className={styles.words}>
        {gone ? (
          <p className={styles.gone}>{texts.gone}</p>
        ) : (
          <>
            <p className={styles.head}>
              <bdi className={styles.name} data-vip={vip || undefined}>
                {name}
              </bdi>
              {vip && <span className={styles.vip}>VIP</span>}
              {replyTo && (
                <span className={styles.to}>
                  {texts.answered} <bdi>{replyTo.userNickName}</bdi>
                </span>
              )}
              <time dateTime={new Date(createTime * 1000).toISOString()}>{timeText(createTime, nowSec, texts)}</time>
            </p>
            <div className={styles.text}>
              <CollapsibleText
                text={item.content}
                lines={collapsedLines}
                expandLabel={texts.unfold}
                collapseLabel={texts.fold}
              />
            </div>
            <Actions item={item} name={name} onReply={onReply} />
          </>
        )}
        {children}
      </div>
    </article>
  )
}

function Actions({ item, name, onReply }: { item: CommentFields; name: string; onReply: () => void }) {
  const texts = useTexts(commentTexts)
  const { thumb } = useCommentActions()
  const { up, thumbed } = item
  return (
    <div className={styles.actions}>
      <button
        type="button"
        aria-label={texts.up(up)}
        aria-pressed={thumbed === 'up'}
        className={styles.act}
        onClick={() => thumb(item, 'up')}
      >
        <Icon name="thumb" size={17} />
        {up > 0 && <span aria-hidden="true">{countText(up)}</span>}
      </button>
      <button
        type="button"
        aria-label={texts.down}
        aria-pressed={thumbed === 'down'}
        className={classNames(styles.act, styles.down)}
        onClick={() => thumb(item, 'down')}
      >
        <Icon name="thumb" size={17} />
      </button>
      <button type="button" aria-label={texts.answerTo(name)} className={styles.act} onClick={onReply}>
        {texts.answer}
      </button>
      <CommentMenu item={item} name={name} />
    </div>
  )
}
