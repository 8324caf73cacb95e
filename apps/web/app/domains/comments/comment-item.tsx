import type { Reply } from '@yunmu/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CollapsibleText } from '../../ui/collapsible-text.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './comment-item.module.css'
import { CommentMenu } from './comment-menu.tsx'
import { countWords, type Placed } from './comment-rules.ts'
import { commentTexts } from './comment-texts.ts'
import { timeWords } from './comment-time.ts'
import { useTalkActs } from './talk-context.ts'

/** Lines of a text that are read at once. */
const linesShown = 6

interface ItemProps {
  item: Placed
  /** Whom it answers, where it is an answer to another answer. */
  replyTo?: Reply['replyTo']
  isAnswer: boolean
  /** Opens the field to answer it. */
  answer: () => void
  /** What stands under it. */
  children?: ReactNode
}

/** A comment, or an answer to one. Text and names are whatever people typed: they are words here and nothing else. */
export function CommentItem({ item, replyTo = null, isAnswer, answer, children }: ItemProps) {
  const texts = useTexts(commentTexts)
  const { nowSec } = useTalkActs()
  const { id, userNickName, userPortrait, vip, createTime, gone } = item
  const name = userNickName === '' ? texts.anonymous : userNickName
  return (
    <article
      id={`comment-${id}`}
      className={classNames(styles.item, isAnswer && styles.answer)}
      tabIndex={-1}
      aria-label={gone ? texts.gone : texts.ofAuthor(name)}
    >
      <Avatar img={gone ? '' : userPortrait} name={gone ? '' : name} vip={vip} size={isAnswer ? 28 : 40} />
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
              <time dateTime={new Date(createTime * 1000).toISOString()}>{timeWords(createTime, nowSec, texts)}</time>
            </p>
            <div className={styles.text}>
              <CollapsibleText
                text={item.content}
                lines={linesShown}
                expandLabel={texts.unfold}
                collapseLabel={texts.fold}
              />
            </div>
            <Actions item={item} name={name} answer={answer} />
          </>
        )}
        {children}
      </div>
    </article>
  )
}

function Actions({ item, name, answer }: { item: Placed; name: string; answer: () => void }) {
  const texts = useTexts(commentTexts)
  const { thumb } = useTalkActs()
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
        {up > 0 && <span aria-hidden="true">{countWords(up)}</span>}
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
      <button type="button" aria-label={texts.answerTo(name)} className={styles.act} onClick={answer}>
        {texts.answer}
      </button>
      <CommentMenu item={item} name={name} />
    </div>
  )
}
