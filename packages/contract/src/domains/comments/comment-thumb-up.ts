import { defineCall } from '../../core/define-call.ts'
import { thumbCall } from './comment-thumb.ts'

/** A thumb up; the same again takes it back, and it takes back a thumb down. */
export const commentThumbUp = defineCall({
  ...thumbCall,
  name: 'commentThumbUp',
  summary: 'Thumb up for a comment',
  path: '/pub/comment/thumbUp',
})
