"""The people of the house and the service accounts of its machines."""

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino import roles
from casino.audit.models import JournalEntry, JournalHead

__all__ = ["JournalEntry", "JournalHead", "ServiceToken", "Staff", "StaffManager"]


class Role(models.TextChoices):
    """The rows of `casino.roles.ROLES`, with names for people."""

    DEALER = "dealer", pgettext_lazy("role", "Dealer")
    SUPERVISOR = "supervisor", pgettext_lazy("role", "Pit boss")
    CAGE = "cage", pgettext_lazy("role", "Cage")
    SECURITY = "security", pgettext_lazy("role", "Security")
    SURVEILLANCE = "surveillance", pgettext_lazy("role", "Surveillance")
    AUDITOR = "auditor", pgettext_lazy("role", "Auditor")
    ADMINISTRATOR = "administrator", pgettext_lazy("role", "Administrator")


class StaffManager(BaseUserManager["Staff"]):
    """People, found by the name they log in with."""


class Staff(AbstractBaseUser):
    """A person who logs in. What they may do follows from the role and from nothing else."""

    username = models.CharField(_("user name"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=80)
    role = models.CharField(_("role"), max_length=20, choices=Role.choices)
    is_active = models.BooleanField(_("may log in"), default=True)

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name", "role"]

    objects: ClassVar[StaffManager] = StaffManager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=sorted(roles.ROLES)), name="staff_role_known")
        ]
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def signature(self) -> str:
        """How the journal names this person."""
        return f"staff:{self.pk}"

    def may(self, permission: str) -> bool:
        return self.is_active and roles.may(self.role, permission)


class ServiceToken(models.Model):
    """A machine's account: one permission, and a secret of which only the hash is kept."""

    name = models.CharField(max_length=80)
    permission = models.CharField(max_length=40)
    about = models.CharField(max_length=120, blank=True, help_text="What it speaks for, such as camera:BJ-12a.")
    sha256 = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(permission__in=sorted(roles.PERMISSIONS)), name="service_token_permission_known"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def signature(self) -> str:
        """How the journal names this account."""
        return f"service:{self.pk}"

    @property
    def is_authenticated(self) -> bool:
        return True

    @property
    def is_active(self) -> bool:
        return self.revoked_at is None

    def may(self, permission: str) -> bool:
        return self.is_active and permission == self.permission
