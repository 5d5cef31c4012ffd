"""The REST API of the cards: shoes and their life, packs with their signatures, cameras and what they post."""

from shoes.api import cameras, clips, packs, shoes, spreads
from shoes.api.cameras import own_camera

__all__ = ["own_camera", "urlpatterns"]

urlpatterns = [
    *shoes.urlpatterns,
    *packs.urlpatterns,
    *cameras.urlpatterns,
    *clips.urlpatterns,
    *spreads.urlpatterns,
]
