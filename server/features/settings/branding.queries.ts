import type { BrandImage } from '#contract/branding/rules.ts';
import type { Query } from '#server/db/database.ts';
import { files } from '#server/db/schema/files.ts';
import { walletSettings } from '#server/db/schema/settings.ts';
import { type Selected, selectFirst, selectionOf } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

const columns = selectionOf(files, 'f', ['id', 'storageKey', 'contentType', 'sha256']);
export type ImageRow = Selected<typeof columns>;

const FILE_OF = { logo: 'brandLogoId', icon: 'brandIconId' } as const;

export async function selectImage(query: Query, image: BrandImage): Promise<ImageRow | undefined> {
  return selectFirst(
    query,
    columns,
    `FROM wallet_settings w JOIN files f ON f.id = w.${walletSettings[FILE_OF[image]].name}`,
  );
}

export async function updateImage(
  query: Query,
  { image, fileId, at }: { image: BrandImage; fileId: string | null; at: Date },
): Promise<void> {
  await update(query, walletSettings, {
    set: { [FILE_OF[image]]: fileId, updatedAt: at },
    where: { id: 1 },
  });
}
