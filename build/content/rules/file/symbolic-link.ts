import type { Fault } from '../../findings/finding.ts';
import type { LoadRule } from '../../findings/rule.ts';

/** Reported by the load step, which lists the folder and follows no link below it (decision 54). */
export const symbolicLink = {
  id: 'file/symbolic-link',
  severity: 'error',
  summary: 'No file or folder in the content folder is a symbolic link.',
  remedy:
    'Replace the link with a copy of what it points at. The content folder itself may be a link.',
  /** The fault of a link, by its path below the content folder. */
  explain(file: string): Fault {
    return {
      file,
      message:
        'is a symbolic link, which could publish what is outside the content folder; replace it with a copy',
    };
  },
} satisfies LoadRule;
