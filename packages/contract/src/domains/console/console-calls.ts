import { consoleTitleFind } from './console-title-find.ts'
import { consoleTitleShow } from './console-title-show.ts'
import { consoleTitleSet } from './console-title-set.ts'
import { consoleTitleMove } from './console-title-move.ts'
import { consoleTitleMerge } from './console-title-merge.ts'
import { consoleTitleSplit } from './console-title-split.ts'
import { consoleTitlePublish } from './console-title-publish.ts'
import { consoleTitleDelete } from './console-title-delete.ts'
import { consoleTitleLock } from './console-title-lock.ts'
import { consoleEpisodeSet } from './console-episode-set.ts'
import { consoleEpisodeMove } from './console-episode-move.ts'
import { consoleEpisodeDelete } from './console-episode-delete.ts'
import { consoleSourceRename } from './console-source-rename.ts'
import { consoleSourceOrder } from './console-source-order.ts'
import { consoleSourceDelete } from './console-source-delete.ts'
import { consoleCategoryList } from './console-category-list.ts'
import { consoleCategoryAdd } from './console-category-add.ts'
import { consoleCategorySet } from './console-category-set.ts'
import { consoleCategoryOrder } from './console-category-order.ts'
import { consoleBannerSet } from './console-banner-set.ts'
import { consolePeopleRename } from './console-people-rename.ts'
import { consolePictureSet } from './console-picture-set.ts'
import { consolePictureRemove } from './console-picture-remove.ts'
import { consoleChannelFind } from './console-channel-find.ts'
import { consoleChannelShow } from './console-channel-show.ts'
import { consoleChannelSet } from './console-channel-set.ts'
import { consoleChannelVisible } from './console-channel-visible.ts'
import { consoleChannelRenumber } from './console-channel-renumber.ts'
import { consoleChannelLock } from './console-channel-lock.ts'
import { consoleChannelLines } from './console-channel-lines.ts'
import { consoleUserFind } from './console-user-find.ts'
import { consoleUserShow } from './console-user-show.ts'
import { consoleUserDisable } from './console-user-disable.ts'
import { consoleUserDelete } from './console-user-delete.ts'
import { consoleAuditList } from './console-audit-list.ts'
import { consoleAuditUndo } from './console-audit-undo.ts'

/** The calls by which operators' programs correct what the station has. */
export const consoleCalls = [
  consoleTitleFind,
  consoleTitleShow,
  consoleTitleSet,
  consoleTitleMove,
  consoleTitleMerge,
  consoleTitleSplit,
  consoleTitlePublish,
  consoleTitleDelete,
  consoleTitleLock,
  consoleEpisodeSet,
  consoleEpisodeMove,
  consoleEpisodeDelete,
  consoleSourceRename,
  consoleSourceOrder,
  consoleSourceDelete,
  consoleCategoryList,
  consoleCategoryAdd,
  consoleCategorySet,
  consoleCategoryOrder,
  consoleBannerSet,
  consolePeopleRename,
  consolePictureSet,
  consolePictureRemove,
  consoleChannelFind,
  consoleChannelShow,
  consoleChannelSet,
  consoleChannelVisible,
  consoleChannelRenumber,
  consoleChannelLock,
  consoleChannelLines,
  consoleUserFind,
  consoleUserShow,
  consoleUserDisable,
  consoleUserDelete,
  consoleAuditList,
  consoleAuditUndo,
] as const
