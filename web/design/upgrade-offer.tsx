import { signal } from '@preact/signals';
import { t } from '../app/texts.ts';
import { Button } from './button.tsx';

/** The version of the gateway, as far as it is known. */
export const newVersion = signal(builtVersion);

/** Offers to load the page again after the gateway was upgraded: also within a dialog, which nothing else is above. */
export function UpgradeOffer() {
  if (newVersion.value === builtVersion) return null;
  return (
    <div class="banner is-note" role="status">
      {t('Gatehouse was upgraded to {version}. Load the page again when it suits you.', {
        version: newVersion.value,
      })}
      <Button
        size="small"
        onPress={() => {
          location.reload();
        }}
      >
        {t('Load again')}
      </Button>
    </div>
  );
}
