import { defineCall } from '../../core/define-call.ts'
import { thumbCall } from './comment-thumb.ts'

/** Thumb up; repeated it is removed, and it replaces a thumb down. */
export const commentThumbUp = defineCall({
  ...thumbCall,
  name: 'commentThumbUp',
  summary: 'Thumb up for a comment',
  path: '/pub/comment/thumbUp',
})
